import { setImmediate } from 'node:timers/promises'
import type { FaultAction, PortCall } from '../fault-injection/fault-plan.ts'

/** Something that goes wrong at one call. */
export interface Fault {
  readonly name: string
  /** Whether it can happen to this call. */
  appliesTo(call: PortCall): boolean
  /** How that call fails. */
  readonly action: (applied: AppliedCall) => FaultAction | undefined
  /** Every call after it fails too, as if the process had died. */
  readonly isLast?: true
  /** The answer is lost, or is an error although the call was done: blobs may be left for the sweep. */
  readonly isUncertain?: true
}

/** What a fault can do besides the call's own action. */
export interface AppliedCall {
  /** Resolves when the verb has ended. */
  readonly over: Promise<unknown>
  abort(): void
  close(): void
}

const isPort = ({ port }: PortCall) => port !== 'fileSystem'
const isSystem = ({ port }: PortCall) => port === 'fileSystem'
const among =
  (...methods: string[]) =>
  ({ method }: PortCall) =>
    methods.includes(method)
const writes = among('write', 'link', 'open', 'mkdir', 'sync', 'syncDirectory')
const opens = among('open', 'syncDirectory', 'names')

/** Lets a few turns of the event loop pass, so that whatever is ready runs first. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate()
}

/** Every kind of fault that the enumeration applies to every call. */
export const chaosFaults: readonly Fault[] = [
  { name: 'fails', appliesTo: isPort, action: () => ({ kind: 'fail' }) },
  {
    name: 'has no room',
    appliesTo: (call) =>
      isPort(call) && among('put', 'create', 'write', 'assets.insert', 'blobs.reserve')(call),
    action: () => ({ kind: 'fail', code: 'insufficient_storage' }),
  },
  { name: 'is cut off', appliesTo: isPort, action: () => ({ kind: 'cut' }), isUncertain: true },
  {
    name: 'is half done',
    appliesTo: (call) => isPort(call) && among('put', 'delete', 'write')(call),
    action: () => ({ kind: 'half' }),
    isUncertain: true,
  },
  {
    name: 'is answered at once and done later',
    appliesTo: ({ port, method }) =>
      (port === 'metadata' && method !== 'close') || ['put', 'delete'].includes(method),
    action: ({ over }) => ({ kind: 'late', until: over }),
    isUncertain: true,
  },
  { name: 'is held up', appliesTo: () => true, action: () => ({ kind: 'hold', until: turns() }) },
  {
    name: 'is the last thing, not done',
    appliesTo: () => true,
    action: () => ({ kind: 'fail' }),
    isLast: true,
    isUncertain: true,
  },
  {
    name: 'is the last thing, done',
    appliesTo: isPort,
    action: () => ({ kind: 'cut' }),
    isLast: true,
    isUncertain: true,
  },
  { name: 'comes with an abort', appliesTo: () => true, action: ({ abort }) => void abort() },
  { name: 'comes with a close', appliesTo: () => true, action: ({ close }) => void close() },
  { name: 'EIO', appliesTo: isSystem, action: () => ({ kind: 'fail', code: 'EIO' }) },
  {
    name: 'EIO, though done',
    appliesTo: isSystem,
    action: () => ({ kind: 'cut', code: 'EIO' }),
    isUncertain: true,
  },
  {
    name: 'ENOSPC',
    appliesTo: (call) => isSystem(call) && writes(call),
    action: () => ({ kind: 'fail', code: 'ENOSPC' }),
  },
  {
    name: 'ENOSPC in the middle',
    appliesTo: (call) => isSystem(call) && among('write')(call),
    action: () => ({ kind: 'half', code: 'ENOSPC' }),
  },
  {
    name: 'EMFILE',
    appliesTo: (call) => isSystem(call) && opens(call),
    action: () => ({ kind: 'fail', code: 'EMFILE' }),
  },
  {
    name: 'takes or gives only half',
    appliesTo: (call) => (isSystem(call) ? among('read', 'write')(call) : among('delete')(call)),
    action: () => ({ kind: 'short' }),
  },
]
