// Calls that wait for others take turns: tenants take turns, and within a tenant its callers do. `Semaphore` and
// `FairQueue` ensure that, and the compiler lets nobody take a place without naming the turn. So nothing else may queue
// calls, and only `turnOf` may make a turn.
import { codeLines, exceptionsOf, problemsOfCheck } from './exceptions.mjs'

/** Code that serves many callers. The other packages run for one person. */
const ROOMS =
  /^packages\/(?:analysis|api|core|express|fastify|fetch|from-url|node|postgres|s3|sharp)\/src\//

const FAIR = ['packages/core/src/async/fair-queue.ts', 'packages/core/src/async/semaphore.ts']

/** Code that queues calls, or makes a turn. */
const RULES = [
  // A collection whose name means waiting calls …
  [
    'queue',
    /\b(?:queue|waiting|waiters|backlog)\b[^=\n(]*[:=]\s*(?:\[\]|new (?:Set|Map|WeakMap)\b)/i,
  ],
  // … or that holds the functions which let them go on.
  ['queue', /\(\(\) => void\)\[\]|Set<\(\) => void>/],
  ['queue', /\.(?:push|unshift|set|add(?!\(turn))\([^\n]*\bresolve\b/],
  ['queue', /from '(?:p-limit|p-queue|async-mutex|async-sema|fastq|bottleneck)'/],
  ['turn', /\bas (?:unknown as )?Turn\b/],
  ['turn', /\bSTORE_TURN\b/],
]

const ONE_CLIENT = 'the requests of one connection, so of one client'

const exceptions = exceptionsOf('check-turns.mjs', {
  'packages/core/src/text/canonical-order.ts': { queue: 'marks of a text, no calls' },
  'packages/core/src/async/turn.ts': { turn: 'the one place that makes turns' },
  'packages/core/src/async/semaphore.ts': { turn: 'of the ports, whose callers may have none' },
  'packages/core/src/async/batches.ts': {
    queue: 'first come, first served: each batch takes hundreds of waiting calls, of all callers',
  },
  'packages/node/src/adapter/connection/session-bytes.ts': { queue: ONE_CLIENT },
  'packages/node/src/adapter/connection/pipelining.ts': { queue: ONE_CLIENT },
  'packages/core/src/webhooks/endpoint-turns.ts': {
    queue: 'of one endpoint, so of one tenant: at most four wait, and others come again later',
  },
  'packages/postgres/src/connection/connection-line.ts': {
    queue:
      'behind the pool, which knows no callers; a statement is short, and lists waited before it',
  },
  'packages/analysis/src/libraries/library-pool.ts': {
    queue: 'the package knows no tenants; a file has 1.5 s of a library at most',
  },
})

/** The problems in a file of the product. */
export function turnProblems(where, source) {
  if (!ROOMS.test(where)) return []
  return codeLines(source).flatMap(({ line, number }) =>
    RULES.filter(([, pattern]) => pattern.test(line))
      .filter(([word]) => !(word === 'queue' && FAIR.includes(where)))
      .filter(([word]) => !exceptions.allow(where, word))
      .map(([word]) =>
        word === 'turn'
          ? `${where}:${number} makes a turn: use turnOf of core/src/async/turn.ts`
          : `${where}:${number} lines up what waits: use Semaphore or FairQueue, with a turn`,
      ),
  )
}

/** List entries that no file needs, and mistakes of the check itself. */
export const turnCheckProblems = () => [
  ...exceptions.unused(),
  ...problemsOfCheck(
    'check-turns.mjs',
    (source) => turnProblems('packages/core/src/planted.ts', source),
    { wrong: WRONG, right: RIGHT },
  ),
]

const WRONG = [
  'const queue = []',
  'readonly #waiting: (() => void)[] = []',
  'const backlog = new Map<string, Call[]>()',
  'new Promise((resolve) => this.#line.push(resolve))',
  "import PQueue from 'p-queue'",
  'const turn = key as unknown as Turn',
  'await semaphore.run(STORE_TURN, work)',
]
const RIGHT = ['await semaphore.run(turn, work)', 'const names = []']
