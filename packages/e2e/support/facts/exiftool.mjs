import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installedProgram } from '../installed-program.mjs'

const DEBIAN_PACKAGE = 'libimage-exiftool-perl'
const MOST_OUTPUT = 256 * 2 ** 20

/** The program that knows the most of what pictures say of themselves; `undefined` where it cannot be had. */
export function findExiftool() {
  return installedProgram(['exiftool'], DEBIAN_PACKAGE)
}

/** What it says of each of these files, by path: values by `Group:Name`, numbers as numbers. One process for all. */
export async function askExiftool(program, files, options = []) {
  if (files.length === 0) return new Map()
  const running = run(program, ['-j', '-n', ...options, '-@', '-'])
  running.child.stdin.end(files.join('\n'))
  const records = JSON.parse(await running.output)
  return new Map(records.map(({ SourceFile, ...tags }) => [SourceFile, tags]))
}

function run(program, args) {
  const running = promisify(execFile)(program, args, { maxBuffer: MOST_OUTPUT })
  // It ends with 1 when it could not read or write one of the files, and has done all others.
  const output = running.then(({ stdout }) => stdout).catch(keepOutput)
  return { child: running.child, output }
}

function keepOutput(error) {
  if (error.code !== 1) throw error
  return error.stdout
}

/** Writes tags into files, each with its own; into one of a format that has no room for them, nothing. */
export async function writeTags(program, files) {
  const running = run(program, ['-@', '-'])
  running.child.stdin.end(files.flatMap(writingOf).join('\n'))
  await running.output
}

function writingOf({ path, tags }) {
  const options = Object.entries(tags).flatMap(([name, value]) =>
    [value].flat().map((each) => `-${name}=${each}`),
  )
  return ['-n', '-q', '-q', '-overwrite_original', ...options, path, '-execute']
}
