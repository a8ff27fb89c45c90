import { hash, verify } from '@node-rs/argon2';

/** 19 MiB, two passes, one lane; the library's algorithm is argon2id. Source: api.md, "Conventions", passwords. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export function matchesHash(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
