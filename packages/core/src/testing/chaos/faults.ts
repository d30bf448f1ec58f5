import { setImmediate } from 'node:timers/promises'
import type { ChaosCall, ChaosFate } from '../fault-injection/fault-plan.ts'

/** Something that goes wrong at one call. */
export interface ChaosFault {
  readonly name: string
  /** Whether it can happen to this call. */
  strikes(call: ChaosCall): boolean
  /** What becomes of that call. */
  readonly fate: (struck: ChaosStruck) => ChaosFate | undefined
  /** Every call after it fails too: the process is as good as dead. */
  readonly isLast?: true
  /** The answer is lost, or comes of a deed that was done: blobs may be left to the sweep. */
  readonly isUncertain?: true
}

/** What a fault can do beside the call's own fate. */
export interface ChaosStruck {
  /** Resolves when the verb has come to its end. */
  readonly over: Promise<unknown>
  abort(): void
  close(): void
}

const isPort = ({ port }: ChaosCall) => port !== 'fileSystem'
const isSystem = ({ port }: ChaosCall) => port === 'fileSystem'
const among =
  (...methods: string[]) =>
  ({ method }: ChaosCall) =>
    methods.includes(method)
const writes = among('write', 'link', 'open', 'mkdir', 'sync', 'syncDirectory')
const opens = among('open', 'syncDirectory', 'names')

/** A few turns of the event loop: what is ready to run runs before. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate()
}

/** Every kind of fault that the enumeration lets happen to every call. */
export const chaosFaults: readonly ChaosFault[] = [
  { name: 'fails', strikes: isPort, fate: () => ({ kind: 'fail' }) },
  {
    name: 'has no room',
    strikes: (call) => isPort(call) && among('put', 'create', 'write', 'insert', 'reserve')(call),
    fate: () => ({ kind: 'fail', code: 'insufficient_storage' }),
  },
  { name: 'is cut off', strikes: isPort, fate: () => ({ kind: 'cut' }), isUncertain: true },
  {
    name: 'is half done',
    strikes: (call) => isPort(call) && among('put', 'delete', 'write')(call),
    fate: () => ({ kind: 'half' }),
    isUncertain: true,
  },
  {
    name: 'is answered at once and done later',
    strikes: ({ port, method }) =>
      (port === 'metadata' && method !== 'close') || ['put', 'delete'].includes(method),
    fate: ({ over }) => ({ kind: 'late', until: over }),
    isUncertain: true,
  },
  { name: 'is held up', strikes: () => true, fate: () => ({ kind: 'hold', until: turns() }) },
  {
    name: 'is the last thing, not done',
    strikes: () => true,
    fate: () => ({ kind: 'fail' }),
    isLast: true,
    isUncertain: true,
  },
  {
    name: 'is the last thing, done',
    strikes: isPort,
    fate: () => ({ kind: 'cut' }),
    isLast: true,
    isUncertain: true,
  },
  { name: 'comes with an abort', strikes: () => true, fate: ({ abort }) => void abort() },
  { name: 'comes with a close', strikes: () => true, fate: ({ close }) => void close() },
  { name: 'EIO', strikes: isSystem, fate: () => ({ kind: 'fail', code: 'EIO' }) },
  {
    name: 'EIO, though done',
    strikes: isSystem,
    fate: () => ({ kind: 'cut', code: 'EIO' }),
    isUncertain: true,
  },
  {
    name: 'ENOSPC',
    strikes: (call) => isSystem(call) && writes(call),
    fate: () => ({ kind: 'fail', code: 'ENOSPC' }),
  },
  {
    name: 'ENOSPC in the middle',
    strikes: (call) => isSystem(call) && among('write')(call),
    fate: () => ({ kind: 'half', code: 'ENOSPC' }),
  },
  {
    name: 'EMFILE',
    strikes: (call) => isSystem(call) && opens(call),
    fate: () => ({ kind: 'fail', code: 'EMFILE' }),
  },
  {
    name: 'takes or gives only half',
    strikes: (call) => (isSystem(call) ? among('read', 'write')(call) : among('delete')(call)),
    fate: () => ({ kind: 'short' }),
  },
]
