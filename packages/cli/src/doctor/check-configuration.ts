import type { Io } from '../io/io.ts'
import { type Location, VARIABLES } from '../options/location.ts'
import { SECRET_VARIABLE } from '../serve/signing-secret.ts'
import { type Finding, failing, fine, warning } from './finding.ts'

const OTHERS = [SECRET_VARIABLE, 'STOWAGE_BASE_URL']

/** What the environment sets for Stowage, and what it seems to mean. */
export function checkConfiguration(
  env: Io['env'],
  location: Location,
  keyOnLine: boolean,
): Finding[] {
  const known = [...Object.values(VARIABLES), ...OTHERS]
  const set = Object.keys(env).filter((name) => name.startsWith('STOWAGE_') && env[name] !== '')
  const unknown = set.filter((name) => !known.includes(name))
  const used = set.filter((name) => known.includes(name))
  return [
    fine('settings', used.length === 0 ? 'none in the environment' : used.sort().join(', ')),
    ...unknown.map((name) =>
      warning(name, 'means nothing to this command', `Known are ${known.join(', ')}.`),
    ),
    ...(keyOnLine
      ? [warning('key', 'stands on the command line, where others see it', 'Set STOWAGE_KEY.')]
      : []),
    ...(location.kind === 'server' && location.key === undefined
      ? [failing('key', 'is missing', 'Set STOWAGE_KEY to a key of the service.')]
      : []),
    ...secretsOf(env[SECRET_VARIABLE]),
  ]
}

function secretsOf(text: string | undefined): Finding[] {
  const short = (text ?? '')
    .split(',')
    .filter((secret) => secret !== '' && Buffer.byteLength(secret.trim()) < 32)
  if (short.length === 0) return []
  const todo = 'Make one of 32 bytes or more: openssl rand -base64 32'
  return [failing(SECRET_VARIABLE, 'has a secret that is too short', todo)]
}
