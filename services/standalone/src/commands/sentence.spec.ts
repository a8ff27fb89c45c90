import { sentenceOf } from './sentence';

const fault = (message: string, more: object) => Object.assign(new Error(message), more);

describe('the sentence of a fault', () => {
  it.each([
    [
      'a table that is not there',
      fault('relation "events" does not exist', { code: '42P01' }),
      /^The database is not of this release \(relation "events" does not exist\): start the product on it once, /,
    ],
    [
      'a role that is not there',
      fault('password authentication failed for user "queue"', { code: '28P01' }),
      /^The database does not know the roles of this product \(.* user "queue"\): name it by the URL /,
    ],
    [
      'a host of several addresses',
      new AggregateError([fault('connect ECONNREFUSED ::1:5432', { code: 'ECONNREFUSED' })]),
      /^connect ECONNREFUSED ::1:5432: start what is meant to run there, or give where it runs\.$/,
    ],
    [
      'a folder that takes none',
      fault('ENOENT: no such file', { code: 'ENOENT', syscall: 'mkdir', path: '/proc/x' }),
      /^\/proc\/x cannot be written \(ENOENT\): give a folder that can with --data\.$/,
    ],
    ['what is no error', 'words', /^words$/],
  ])('of %s says what to do', (_name, error, sentence) => {
    expect(sentenceOf(error)).toMatch(sentence);
  });
});
