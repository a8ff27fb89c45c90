const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Faults of the lock file: addresses of download hosts (they bind a clone to one registry) and packages
 * with an install script that package.json neither allows nor denies.
 *
 * @param {{ packages: Record<string, { resolved?: string, hasInstallScript?: boolean }> }} lock
 * @param {Record<string, boolean>} allowScripts
 * @returns {string[]}
 */
export function lockFaults(lock, allowScripts) {
  const entries = Object.entries(lock.packages);
  const hosts = entries
    .filter(([, { resolved }]) => resolved?.includes('://'))
    .map(([path]) => `${path} names a download host`);
  const scripts = entries
    .filter(([path, { hasInstallScript }]) => hasInstallScript && !Object.hasOwn(allowScripts, nameOf(path)))
    .map(([path]) => `${nameOf(path)} has an install script and is not named in allowScripts`);
  return [...new Set([...hosts, ...scripts])];
}
