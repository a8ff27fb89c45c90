import { chooseUser, mayEnter } from './system-user';

const user = { uid: 101, gid: 104 };

describe('chooseUser', () => {
  it('prefers postgres to nobody, wherever they stand', () => {
    const passwd =
      'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\npostgres:x:101:104::/:/bin/sh\n';
    expect(chooseUser(passwd)).toEqual(user);
  });

  it('takes nobody where there is no postgres', () => {
    expect(chooseUser('nobody:x:65534:65533::/:/bin/false')).toEqual({ uid: 65534, gid: 65533 });
  });

  it('finds none in a system without either, and never root', () => {
    expect(chooseUser('root:x:0:0::/root:/bin/sh')).toBeUndefined();
    expect(chooseUser('postgres:x:0:0::/root:/bin/sh')).toBeUndefined();
    expect(chooseUser('')).toBeUndefined();
  });
});

describe('mayEnter', () => {
  it.each([
    ['others may enter', { uid: 0, gid: 0, mode: 0o40711 }, true],
    ['a private home', { uid: 0, gid: 0, mode: 0o40700 }, false],
    ['its owner may enter', { uid: 101, gid: 0, mode: 0o40700 }, true],
    ['its group may enter', { uid: 0, gid: 104, mode: 0o40710 }, true],
    ['the group is shut out though others are not', { uid: 0, gid: 104, mode: 0o40701 }, false],
    ['the owner is shut out though others are not', { uid: 101, gid: 0, mode: 0o40611 }, false],
  ])('judges by the first class that matches: %s', (_case, folder, expected) => {
    expect(mayEnter(folder, user)).toBe(expected);
  });
});
