import { usageError } from '../exit/cli-error.ts'
import type { Io } from '../io/io.ts'

/** A store that this process opens itself. */
export interface LocalLocation {
  readonly kind: 'local'
  /** Folder of the files and the database, unless they are elsewhere. */
  readonly directory: string
  /** Whether somebody named the directory; the default is only where to look. */
  readonly isDirectoryGiven: boolean
  /** Connection string. */
  readonly postgres: string | undefined
  /** `s3://bucket/prefix`, or the URL of a bucket of other storage. */
  readonly s3: string | undefined
  readonly tenant: string | undefined
}

/** A service that answers over HTTP. */
export interface ServiceLocation {
  readonly kind: 'server'
  readonly url: string
  readonly key: string | undefined
}

/** Where the assets are. */
export type Location = LocalLocation | ServiceLocation

/** What the command line says about the location, by option name. */
export interface LocationOptions {
  readonly directory?: string
  readonly postgres?: string
  readonly s3?: string
  readonly url?: string
  readonly key?: string
  readonly tenant?: string
}

/** The environment variable that stands in for each option. */
export const VARIABLES: Readonly<Record<keyof LocationOptions, string>> = {
  directory: 'STOWAGE_DIRECTORY',
  postgres: 'STOWAGE_POSTGRES',
  s3: 'STOWAGE_S3',
  url: 'STOWAGE_URL',
  key: 'STOWAGE_KEY',
  tenant: 'STOWAGE_TENANT',
}

const DEFAULT_DIRECTORY = './media'

const OF_A_STORE = ['directory', 'postgres', 's3', 'tenant'] as const
const OF_A_SERVICE = ['url', 'key'] as const

/**
 * Where the command works. The command line overrides the environment as a whole: with `--directory`, `STOWAGE_URL` is
 * ignored.
 */
export function locationOf(given: LocationOptions, env: Io['env']): Location {
  const store = namesOf(given, OF_A_STORE)
  const service = namesOf(given, OF_A_SERVICE)
  if (given.url !== undefined && store.length > 0) {
    throw usageError(
      `--url is a service, --${store[0]} is for a store that this command opens itself. Give one of them.`,
    )
  }
  const ofEnv = fromEnvironment(env)
  if (given.url !== undefined || (service.length > 0 && ofEnv.url !== undefined)) {
    const name = given.url === undefined ? VARIABLES.url : '--url'
    return serverPlace({ ...ofEnv, ...given }, name)
  }
  if (service.length > 0) throw usageError('--key is for a service: say which with --url.')
  if (store.some((name) => name !== 'tenant')) {
    // Parts of different locations do not mix: --postgres alone keeps the directory of the environment.
    return localLocation({
      directory: ofEnv.directory,
      s3: ofEnv.s3,
      tenant: ofEnv.tenant,
      ...given,
    })
  }
  const inEnv = namesOf(ofEnv, ['directory', 'postgres', 's3'])
  if (ofEnv.url !== undefined && store.length === 0) {
    if (inEnv.length === 0) return serverPlace(ofEnv, VARIABLES.url)
    const [name = 'directory'] = inEnv
    throw usageError(
      `STOWAGE_URL and ${VARIABLES[name]} are both set. Say which is meant: --url or --${name}.`,
    )
  }
  return localLocation({ ...ofEnv, ...given })
}

function localLocation({ directory, postgres, s3, tenant }: Unset<LocationOptions>): LocalLocation {
  return {
    kind: 'local',
    directory: directory ?? DEFAULT_DIRECTORY,
    isDirectoryGiven: directory !== undefined,
    postgres,
    s3,
    tenant,
  }
}

function serverPlace({ url = '', key }: Unset<LocationOptions>, name: string): ServiceLocation {
  const trimmed = url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
  if (!/^https?:\/\/[^/]/.test(trimmed)) {
    throw usageError(`${name} must begin with https:// or http://, not ${JSON.stringify(url)}.`)
  }
  return { kind: 'server', url: trimmed, key }
}

type Unset<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined }

function fromEnvironment(env: Io['env']): Unset<LocationOptions> {
  const entries = Object.entries(VARIABLES).map(([name, variable]) => [
    name,
    env[variable] || undefined,
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function namesOf<Name extends keyof LocationOptions>(
  given: Unset<LocationOptions>,
  names: readonly Name[],
): Name[] {
  return names.filter((name) => given[name] !== undefined)
}
