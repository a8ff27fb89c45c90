import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's Chromium, without the calls home it would make. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] || usual.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is missing: install it or set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
