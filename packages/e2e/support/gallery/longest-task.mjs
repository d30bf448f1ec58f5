/**
 * The most processor time, in milliseconds, that one task of the page's main thread takes while `work` runs: what the
 * page cannot answer in meanwhile. Time in which the machine does other work does not count.
 */
export async function longestTask(browser, page, work) {
  const session = await browser.newBrowserCDPSession()
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  await page.evaluate(() => performance.mark('work'))
  await work()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const mark = events.find(({ name, cat }) => name === 'work' && cat.includes('user_timing'))
  if (mark === undefined) throw new Error('The trace does not say which thread is the page.')
  const { pid, tid, ts: start } = mark
  const tasks = events.filter((event) => event.pid === pid && event.tid === tid && event.ts > start)
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000))
}
