import { ConflictError, retryConflicts } from './conflict';

function failing(times: number, error: Error) {
  let calls = 0;
  return {
    run: () => {
      calls += 1;
      return calls <= times ? Promise.reject(error) : Promise.resolve(calls);
    },
    calls: () => calls,
  };
}

describe('retryConflicts', () => {
  it('decides again after a conflict, up to the third try', async () => {
    const command = failing(2, new ConflictError('s'));
    await expect(retryConflicts(command.run)).resolves.toBe(3);
  });

  it('gives the conflict back after three tries', async () => {
    const command = failing(3, new ConflictError('s'));
    await expect(retryConflicts(command.run)).rejects.toThrow('stream s has moved on');
    expect(command.calls()).toBe(3);
  });

  it('never repeats a command that failed for another reason', async () => {
    const command = failing(1, new Error('disk'));
    await expect(retryConflicts(command.run)).rejects.toThrow('disk');
    expect(command.calls()).toBe(1);
  });
});
