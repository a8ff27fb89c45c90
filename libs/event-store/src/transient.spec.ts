import { explainAborted, isTransient } from './transient';

const coded = (code: string) => Object.assign(new Error('x'), { code });

describe('a fault that passes by itself', () => {
  it.each([
    ['the server is shutting down', coded('57P01')],
    ['a transaction idled for too long', coded('25P03')],
    ['a deadlock', coded('40P01')],
    ['a transaction that went on after a deadlock', explainAborted(coded('25P02'), coded('40P01'))],
    ['too many connections', coded('53300')],
    ['no route to the host', coded('EHOSTUNREACH')],
    ['the name service is away', coded('EAI_AGAIN')],
    ['a connection that broke', new Error('Client has encountered a connection error and is not queryable')],
    ['a full pool', new Error('Knex: Timeout acquiring a connection. The pool is probably full.')],
    ['a terminated connection', new Error('Connection terminated unexpectedly')],
  ])('is told from poison: %s', (_name, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['a violated constraint', coded('23505')],
    ['a value out of range', coded('22003')],
    ['a fault of the code', new TypeError('x is undefined')],
    ['a transaction that went on after an unknown fault', coded('25P02')],
    ['a transaction that went on after poison', explainAborted(coded('25P02'), coded('23505'))],
  ])('is not %s', (_name, error) => {
    expect(isTransient(error)).toBe(false);
  });
});
