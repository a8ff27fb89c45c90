import type { Credentials } from '../../application/sign-in';
import { DoorFault } from './door-fault';

/** Name and password, null where both are left out; throws field-missing where one is. */
export function optionalCredentials(call: {
  username?: string | undefined;
  password?: string | undefined;
}): Credentials | null {
  const { username, password } = call;
  if (username === undefined && password === undefined) return null;
  const field = username === undefined ? 'username' : 'password';
  if (username !== undefined && password !== undefined) return { username, password };
  throw new DoorFault('field-missing', `The field ${field} is missing: send both, or neither.`, { field });
}
