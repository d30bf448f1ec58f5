/** Opens the page with a key in its address, and waits until the page has taken the key and shows what is there. */
export async function signIn(page, service, options) {
  await page.goto(await service.signIn(options))
  await settled(page, '.files [data-index], .files-none, .view')
}

/** Goes to another place as a link of the page does: nothing is loaded anew, so scripts of before still run. */
export async function goTo(page, search, shown) {
  await page.evaluate((to) => {
    history.pushState(null, '', location.pathname + to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, search)
  await settled(page, shown)
}

/** Waits until `shown` is there, nothing in sight is on its way any more, and nothing moves. */
export async function settled(page, shown) {
  await page.locator(shown).first().waitFor()
  await page.waitForFunction(isSettled)
}

/** Runs in the page. */
function isSettled() {
  const isInSight = (element) => {
    const { top, left, bottom, right, width } = element.getBoundingClientRect()
    return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  }
  const waiting = document.querySelectorAll('[aria-busy="true"], .tile-empty, .row-empty')
  if ([...waiting].some(isInSight)) return false
  if ([...document.images].some((image) => isInSight(image) && !image.complete)) return false
  return document
    .getAnimations()
    .every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)
}
