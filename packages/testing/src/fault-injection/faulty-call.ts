import { type ErrorCode, StowageError } from '@stowage/core'
import type { FaultAction, FaultCode } from './fault-plan.ts'

/** The ways in which a call can be made. */
export interface FaultyCall<Result> {
  readonly action: FaultAction | undefined
  readonly make: () => Promise<Result>
  /** Makes the call in part. Default: makes it completely. */
  readonly makeHalf?: () => Promise<unknown>
  /** Frees a result that no caller gets. */
  readonly drop?: (result: Result) => Promise<unknown>
  readonly failure: (code: FaultCode | undefined, isDone: boolean) => Error
}

/** Makes the call according to its action. */
export async function withFaults<Result>(call: FaultyCall<Result>): Promise<Result> {
  const { action, make, makeHalf = make, drop = async () => {}, failure } = call
  switch (action?.kind) {
    case 'fail':
      throw failure(action.code, false)
    case 'cut':
      await drop(await make())
      throw failure(action.code, true)
    case 'half':
      await (makeHalf === make ? make().then(drop) : makeHalf())
      throw failure(action.code, true)
    case 'late':
      // The caller has already got the failure, and cannot get a second one.
      action.until.then(make).then(drop, () => {})
      throw failure(action.code, true)
    case 'hold':
      await action.until
      return make()
    case 'withhold': {
      const [answer] = await Promise.allSettled([make(), action.until])
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    }
    default:
      return make()
  }
}

/** The failure as a port reports it. */
export function portFailure(code: FaultCode = 'unavailable'): StowageError {
  const known = code.startsWith('E') ? 'unavailable' : (code as ErrorCode)
  return new StowageError(known, `Simulated: ${code}.`)
}

/** The items of `items`, as far as the action lets them through. */
export async function* itemsWithFaults<Item>(
  action: FaultAction | undefined,
  items: () => AsyncIterable<Item>,
  failure: (code: FaultCode | undefined) => Error,
): AsyncGenerator<Item> {
  if (action?.kind === 'fail' || action?.kind === 'late') throw failure(action.code)
  if (action?.kind === 'hold' || action?.kind === 'withhold') await action.until
  for await (const item of items()) {
    yield item
    if (action?.kind === 'cut' || action?.kind === 'half') throw failure(action.code)
  }
}

/** A method whose arguments and answer are passed through. */
export type Method = (...args: unknown[]) => Promise<unknown>

/**
 * The same object with some members replaced, and `around` every other method. Also works on class instances, even with
 * private members.
 */
export function decorated<Target extends object>(
  target: Target,
  replaced: Partial<Target>,
  around: (name: string, method: Method) => Method,
): Target {
  return new Proxy(target, {
    get(_, name) {
      if (name in replaced) return Reflect.get(replaced, name)
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function' || typeof name !== 'string') return value
      return around(name, value.bind(target))
    },
  })
}
