// Run by the `build` script of packages that also run in browsers: no check of Node's version, and no Node modules.
import { defineConfig } from 'tsup'
import { declarations } from './declarations.mjs'

export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  dts: declarations && { compilerOptions: { customConditions: [] } },
  clean: true,
  tsconfig: '../../tsconfig.json',
})
