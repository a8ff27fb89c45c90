import { defaultClientConditions, defineConfig } from 'vite';

// The gateway serves dist under /atomicdb/ with a CSP that knows neither inline code nor data: URLs.
export default defineConfig({
  base: '/atomicdb/',
  resolve: { conditions: ['@atomicdb/source', ...defaultClientConditions] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: 'dist',
    emptyOutDir: true,
  },
});
