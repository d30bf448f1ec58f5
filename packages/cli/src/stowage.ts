#!/usr/bin/env node
// The program itself.
import { readFileSync } from 'node:fs'
import { runCommand } from './program/run-command.ts'

// It is next to `dist` and to `src`.
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(manifest) as { readonly version: string }
const { argv, stdin, stdout, stderr, env } = process

// The AWS SDK's notice about its future would appear among the errors of every command.
env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'

process.exitCode = await runCommand({
  args: argv.slice(2),
  stdin,
  stdout,
  stderr,
  env,
  version,
  signals: process,
})
