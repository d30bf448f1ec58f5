// Run by the `build` script of packages that run in browsers too: no check of Node's version, and nothing of Node.
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
