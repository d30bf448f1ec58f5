import { type ErrorCode, StowageError } from '../../errors/stowage-error.ts'
import type { ChaosCode, ChaosFate } from './fault-plan.ts'

/** The ways in which a call can be made. */
export interface ChaoticCall<Result> {
  readonly fate: ChaosFate | undefined
  readonly make: () => Promise<Result>
  /** Makes the call in part. Default: as a whole. */
  readonly makeHalf?: () => Promise<unknown>
  /** Frees a result that nobody gets. */
  readonly drop?: (result: Result) => Promise<unknown>
  readonly failure: (code: ChaosCode | undefined, isDone: boolean) => Error
}

/** Makes the call as its fate wants it. */
export async function chaotic<Result>(call: ChaoticCall<Result>): Promise<Result> {
  const { fate, make, makeHalf = make, drop = async () => {}, failure } = call
  switch (fate?.kind) {
    case 'fail':
      throw failure(fate.code, false)
    case 'cut':
      await drop(await make())
      throw failure(fate.code, true)
    case 'half':
      await (makeHalf === make ? make().then(drop) : makeHalf())
      throw failure(fate.code, true)
    case 'late':
      // Whoever was told that it failed cannot be told again.
      fate.until.then(make).then(drop, () => {})
      throw failure(fate.code, true)
    case 'hold':
      await fate.until
      return make()
    case 'withhold': {
      const [answer] = await Promise.allSettled([make(), fate.until])
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    }
    default:
      return make()
  }
}

/** As a port says it. */
export function portFailure(code: ChaosCode = 'unavailable'): StowageError {
  const known = code.startsWith('E') ? 'unavailable' : (code as ErrorCode)
  return new StowageError(known, `Simulated: ${code}.`)
}

/** The items of `items` as far as their fate lets them come. */
export async function* chaoticItems<Item>(
  fate: ChaosFate | undefined,
  items: () => AsyncIterable<Item>,
  failure: (code: ChaosCode | undefined) => Error,
): AsyncGenerator<Item> {
  if (fate?.kind === 'fail' || fate?.kind === 'late') throw failure(fate.code)
  if (fate?.kind === 'hold' || fate?.kind === 'withhold') await fate.until
  for await (const item of items()) {
    yield item
    if (fate?.kind === 'cut' || fate?.kind === 'half') throw failure(fate.code)
  }
}

/** A method whose arguments and answer are handed through. */
type Method = (...args: unknown[]) => Promise<unknown>

/**
 * The same object with some members replaced, and `around` every other method. Works on instances of
 * classes too, private members included.
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
