import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node)

/**
 * The first statement of every built file, because no file can know which one is evaluated first. It names the required
 * version before an older Node reaches anything that it lacks. Old syntax, so that old Nodes parse it.
 */
export const nodeVersionGuard = `{
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < ${major} || (major === ${major} && minor < ${minor})) {
    throw new Error(
      'Stowage needs Node ≥ ${major}.${minor}, and this process runs on Node ' +
        process.versions.node + '. Install a newer Node: https://nodejs.org',
    )
  }
}`
