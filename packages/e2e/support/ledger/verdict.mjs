import { inParallel } from '../in-parallel.mjs'

const LANES = 8

/**
 * The one verdict: compares what a ledger knows with what a view sees (`createStoreView`, `createApiView`). Four lists of
 * sentences: `lost`, what was acknowledged and does not hold; `half`, what can be seen in part or must not be seen;
 * `leaked`, which the check fills with what it finds beside the assets; `wrong`, what else went wrong, clients included.
 * With `ever`, everything that was purged is looked for, not only what was since the last verdict.
 */
export async function reachVerdict(ledger, view, { ever = true } = {}) {
  const { found, problems } = await view.look()
  const judgement = ledger.judge(found)
  const lost = [...judgement.lost]
  const purged = [...ledger.purgedAssets(ever), ...judgement.gone].filter(
    ([, record]) => record !== null,
  )
  await inParallel(purged, LANES, async ([token, record]) => {
    const routes = await view.routesTo(record)
    if (routes.length > 0) lost.push(`${token}: purged, but there by ${routes}`)
  })
  lost.push(...((await view.brokenKeys?.(ledger.keys)) ?? []))
  return {
    lost,
    half: judgement.half,
    leaked: [],
    wrong: [...problems, ...ledger.failures, ...ledger.violations],
    found,
    purged,
    happened: judgement.happened,
    /** Makes what was found what is expected from now on. */
    adopt: () => ledger.adopt(judgement, found),
  }
}

/** What a verdict promises, in the words of every check. */
const PROMISES = {
  lost: 'nothing acknowledged is lost',
  half: 'nothing is half visible',
  leaked: 'nothing is left over after recovery',
  wrong: 'nothing else goes wrong',
}

/** Checks each list of a verdict; prints `figures` with the first. `lists` names those that the check has looked into. */
export function reportVerdict(report, verdict, options = {}) {
  const { where = '', figures = '', lists = Object.keys(PROMISES) } = options
  for (const [index, list] of lists.entries()) {
    const found = verdict[list]
    const detail = index === 0 && figures !== '' ? `${figures}; ` : ''
    const title = where === '' ? PROMISES[list] : `${where}: ${PROMISES[list]}`
    report.check(title, found.length === 0, `${detail}${found.length} times`)
    for (const what of found.slice(0, 20)) report.note(what)
  }
}

/** All sentences of a verdict. */
export function sentencesOf({ lost, half, leaked, wrong }) {
  return [...lost, ...half, ...leaked, ...wrong]
}
