import { type AssetStore, isStowageError, type UploadSource } from '@stowage/core'
import type { ServeOptions, StoreServer } from '@stowage/node'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { unreachable, usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { wordsOf } from '../../exit/explain-error.ts'
import { fetcherOf } from '../../options/from-url-rules.ts'
import { type LocationModeOptions, locationMode, ofMode } from '../../options/location-mode.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { announce, firstKey } from '../../serve/announce.ts'
import { SECRET_RULE, SECRET_VARIABLE, signingOf } from '../../serve/signing-secret.ts'
import { untilMoved } from '../../serve/until-moved.ts'
import { type SendOptions, senderOf, withWebhooks } from '../../serve/webhook-sender.ts'
import { WHERE_IT_MOVED } from '../../target/moved-away.ts'
import { nameOfLocation } from '../../target/name-of-location.ts'
import { ACTOR, hasTrail } from '../../target/open-audited.ts'
import { isFolder, openStore, variantsHere } from '../../target/open-store.ts'

interface ServeVerbOptions extends LocationModeOptions, SendOptions {
  readonly port?: number
  readonly host?: string
  readonly baseUrl?: string
  readonly trustProxy?: boolean
  readonly retentionDays?: number
  /** MiB. */
  readonly keepFree?: number
  readonly allow?: string[]
  /** `true`: from every public host. */
  readonly fromUrl?: true | string[]
  /** Days for which entries are kept; `true`: the default of the store. */
  readonly audit?: true | number
  /** `false` with `--no-page`. */
  readonly page: boolean
}

const MINUTE = 60_000
const MIB = 2 ** 20
/** Milliseconds between sweeps. */
const SWEEP_EVERY = 10 * MINUTE
const DEFAULT_PORT = 3000
const portNumber = wholeNumber(0, 65_535)

/** `stowage serve` */
export const defineServe: DefineVerb = (perform) => {
  const command = describe(
    'serve',
    'Serves the store and a page to look at it until Ctrl-C. Makes store and key at its first start.',
    [
      ['serve', 'the store in ./media, for this machine alone, on port 3000'],
      ['serve --host 0.0.0.0 --port 8080', 'for other machines: put HTTPS in front of it'],
      ['serve --postgres postgres://… --s3 s3://bucket', 'a store that several machines share'],
      [
        "serve --allow 'image/*,video/*' --retention-days 30",
        'refuses other files, and empties the trash',
      ],
    ],
  )
    .option('-p, --port <port>', 'default: PORT, or 3000; 0 for any free one', portNumber)
    .option('--host <address>', 'default: HOST, or 127.0.0.1: this machine alone')
    .option('--base-url <url>', 'where clients find it, in place of what requests say')
    .option('--trust-proxy', 'believes X-Forwarded-* of the proxy in front')
    .option('--allow <types>', 'media types that may be stored (default: all)', (text) =>
      text.split(','),
    )
    .option(
      '--from-url [hosts]',
      'fetches files by their URL for who may write: from these hosts, or all that are public',
      (text) => text.split(','),
    )
    .option(
      '--retention-days <days>',
      'deletes for good what has been in the trash for longer (default: never)',
      wholeNumber(1, 36_500),
    )
    .option(
      '--keep-free <MiB>',
      'of the volume of the folder: uploads leave it free, so that a full store can be emptied (default: 64)',
      wholeNumber(0, 2 ** 32),
    )
    .option(
      '--audit [days]',
      'keeps who did what, for so many days (default: 365)',
      wholeNumber(1, 36_500),
    )
    .addOption(locationMode())
    .option('--no-page', 'the API alone, without the page for people at /')
  return withWebhooks(command)
    .addHelpText(
      'after',
      `\n${SECRET_VARIABLE} signs URLs of files, and encrypts the secrets of webhooks; several, with commas, to rotate. Default: a file in the folder.`,
    )
    .action(perform('serve', serveVerb))
}

async function serveVerb(run: Run, options: ServeVerbOptions): Promise<ExitCode | undefined> {
  const { output, signal, io } = run
  const location = run.localLocation()
  if (options.keepFree !== undefined && !isFolder(location)) {
    throw usageError('--keep-free is for a store whose records and files are in a folder.')
  }
  const onError = (error: unknown): void => output.error(wordsOf(error))
  const signing = await signingOf(location, io.env[SECRET_VARIABLE])
  const has = { baseUrl: baseUrlOf(run, options) !== undefined, signing: signing !== undefined }
  const sender = await senderOf(options, has, output.note)
  const variants = await variantsHere()
  const { retentionDays, keepFree, allow, audit, fromUrl } = options
  const fetcher =
    fromUrl && (await fetcherOf(fromUrl === true ? {} : { allowedHosts: fromUrl }, '--from-url'))
  const { store, close } = await openStore(location, 'create', output.warning, {
    ...variants,
    ...ofMode(options),
    advanced: { sweepEveryMs: SWEEP_EVERY },
    jobs: { work: true, maintenance: true },
    onError,
    ...(signing !== undefined && { signing }),
    ...(sender !== undefined && { webhooks: sender }),
    ...(retentionDays !== undefined && { trash: { retentionDays } }),
    ...(keepFree !== undefined && { keepFree: keepFree * MIB }),
    ...(allow !== undefined && { allow }),
    ...(audit !== undefined && { audit: audit === true || { days: audit } }),
  }).catch(rethrowUsage)
  run.onEnd(close)
  const server = await start(run, store, options, { fetcher, onError }).catch(rethrowStart)
  run.onEnd(() => server.close())
  const token = await firstKey(store.for({ actor: ACTOR }))
  if (audit === undefined && (await hasTrail(store))) {
    output.note('! the store has an audit trail, and nothing is added to it: give --audit')
  }
  if (variants.variants === undefined) {
    output.note('! pictures get no thumbnails: npm install @stowage/sharp')
  }
  announce(output, {
    name: nameOfLocation(location),
    url: server.url,
    baseUrl: baseUrlOf(run, options) ?? server.url,
    token,
    hasPage: options.page,
  })
  if (await untilMoved(location, signal)) {
    throw unreachable(
      `${nameOfLocation(location)} has moved to another place: this service ends. ${WHERE_IT_MOVED}`,
    )
  }
  output.note('Finishing what is under way. Ctrl-C again ends it at once.')
  return EXIT.done
}

/** Rethrows errors of the command line or the environment, not of the store, under the name that the person wrote. */
function rethrowUsage(error: unknown): never {
  const { cause } = Object(error) as { readonly cause?: unknown }
  if (!isStowageError(cause, 'invalid_argument')) throw error
  const { argument } = cause.context
  if (argument.startsWith('allow')) throw usageError(`--allow: ${cause.message}`)
  if (argument.startsWith('signing')) throw usageError(SECRET_RULE)
  throw error
}

/** The same for the options of the server. */
function rethrowStart(error: unknown): never {
  if (!isStowageError(error, 'invalid_argument')) throw error
  if (error.context.argument !== 'baseUrl') throw unreachable(error.message, error)
  throw usageError(`--base-url or STOWAGE_BASE_URL: ${error.message}`)
}

function baseUrlOf({ io: { env } }: Run, { baseUrl }: ServeVerbOptions): string | undefined {
  return baseUrl ?? (env.STOWAGE_BASE_URL || undefined)
}

interface Hooks {
  readonly fetcher: ((url: string) => UploadSource) | undefined
  readonly onError: (error: unknown) => void
}

/** Servers are loaded only here: every other command starts faster without them. */
async function start(
  run: Run,
  store: AssetStore,
  options: ServeVerbOptions,
  { fetcher, onError }: Hooks,
): Promise<StoreServer> {
  const { env } = run.io
  const { port, host, trustProxy, page, retentionDays } = options
  const url = baseUrlOf(run, options)
  const { serve } = await import('@stowage/node')
  return serve(store, {
    port: port ?? portOf(env.PORT),
    host: host ?? (env.HOST || '127.0.0.1'),
    // The command itself handles signals.
    signals: false,
    onError,
    ...(fetcher !== undefined && { fromUrl: fetcher }),
    ...(page && { page: await pageOf(url, retentionDays) }),
    ...(url !== undefined && { baseUrl: url }),
    ...(trustProxy === true && { trustProxy }),
  })
}

async function pageOf(
  baseUrl: string | undefined,
  retentionDays: number | undefined,
): Promise<NonNullable<ServeOptions['page']>> {
  const { gallery } = await import('@stowage/gallery')
  // Files have the origin of the base URL, wherever the page itself is opened. An invalid URL is refused with the other
  // options.
  const isUrl = baseUrl !== undefined && /^https?:/.test(baseUrl) && URL.canParse(baseUrl)
  return gallery({
    ...(isUrl && { fileOrigins: [new URL(baseUrl).origin] }),
    ...(retentionDays !== undefined && { trashRetentionDays: retentionDays }),
  })
}

/** The port from the environment. Refuses an invalid port like the option does. */
function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT
  try {
    return portNumber(text)
  } catch (error) {
    throw usageError(`PORT: ${wordsOf(error)}`)
  }
}
