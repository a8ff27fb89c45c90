import { BinaryWriter } from '@bufbuild/protobuf/wire';

let writer = new BinaryWriter();

/**
 * The bytes of a message, by one writer for all of them: a new one grows its buffer anew, which takes more than half the
 * time of a small message. After a fault it holds half a message, and another takes its place.
 */
export function encoding(encode: (writer: BinaryWriter) => BinaryWriter): Uint8Array {
  try {
    return encode(writer).finish();
  } catch (error) {
    writer = new BinaryWriter();
    throw error;
  }
}
