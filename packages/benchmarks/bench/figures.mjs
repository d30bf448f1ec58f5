/** The middle value; of two, the upper one. */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** How many times as much `one` has as `other`: the median of the ratios of the rounds. */
function ratioOf(samples, one, other, member) {
  return median(samples[one].map((sample, round) => sample[member] / samples[other][round][member]))
}

/** A workload's table: a line for each target. */
export function tableOf(
  { title, unit, against = 'stowage', member = 'rate', labels, per },
  samples,
) {
  const head = [
    title,
    unit,
    `× ${labels[against]}`,
    'p50 ms',
    'p99 ms',
    `CPU µs / ${per}`,
    'peak MiB',
  ]
  const lines = Object.entries(samples).map(([name, own]) => {
    const of = (key) => median(own.map((sample) => sample[key]))
    const ratio = samples[against] ? ratioOf(samples, name, against, member).toFixed(2) : ''
    const times = [of('p50'), of('p99')].map((time) => brief(time))
    const [cpu, peak] = [brief(of('cpu')), Math.round(of('peak') / 1024 ** 2)]
    return [labels[name], brief(of(member)), ratio, ...times, cpu, peak]
  })
  return [head, ['---', ...head.slice(1).map(() => '--:')], ...lines].map(lineOf).join('\n')
}

/** The requirements, and whether each is met. */
export function barsOf({ bars = [], labels, member: own = 'rate' }, samples) {
  return bars.flatMap(({ of = 'stowage', to, least, most, member = own, scale = 1, text }) => {
    if (samples[of] === undefined || (to !== undefined && samples[to] === undefined)) return []
    const value = to
      ? ratioOf(samples, of, to, member)
      : median(samples[of].map((sample) => sample[member])) / scale
    const bar = least === undefined ? `≤ ${most}` : `≥ ${least}`
    const holds = least === undefined ? value <= most : value >= least
    return [{ what: text ?? `${labels[of]} to ${labels[to]}`, bar, value, holds }]
  })
}

export function barTable(bars) {
  const head = ['', 'bar', 'measured', '']
  const lines = bars.map(({ what, bar, value, holds }) => [
    what,
    bar,
    value.toFixed(2),
    holds ? 'reached' : '**not reached**',
  ])
  return [head, ['---', '--:', '--:', '---'], ...lines].map(lineOf).join('\n')
}

/** Three significant digits. */
export function brief(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function lineOf(cells) {
  return `| ${cells.join(' | ')} |`
}
