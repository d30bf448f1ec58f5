// Run by the `build` script of packages that also run in browsers: no check of Node's version, and no Node modules.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'tsup'
import { declarations } from './declarations.mjs'

/** One `exports` key = one file directly under `src`. */
const entries = readdirSync('src').filter((file) => /^[^.]+\.tsx?$/.test(file))

export default defineConfig({
  entry: Object.fromEntries(entries.map((file) => [path.parse(file).name, `src/${file}`])),
  // Each entry is one module, which pages also load without a bundler.
  splitting: false,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  dts: declarations && { compilerOptions: { customConditions: [] } },
  clean: true,
  tsconfig: '../../tsconfig.json',
})
