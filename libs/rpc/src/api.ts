/** One unary method of a generated service definition. */
export interface MethodDefinition<Request, Response> {
  readonly path: string;
  readonly requestSerialize: (value: Request) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (value: Response) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** A generated service definition of the internal API (`…ServiceService` in the generated code). */
export type ApiDefinition = object;

/** What a service implements and a caller calls: one async function a method. Refusals are thrown as Rejected. */
export type Api<Definition extends ApiDefinition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends MethodDefinition<
    infer Request,
    infer Response
  >
    ? (request: Request) => Promise<Response>
    : never;
};
