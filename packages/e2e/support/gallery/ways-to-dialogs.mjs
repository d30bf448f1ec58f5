import { PHONE, select } from './person.mjs'

const file = (page, index) => page.locator(`.files [data-index="${index}"]`)
const button = (page, name) => page.getByRole('button', { name, exact: true }).first()
const menuItem = (name) => async (page) => {
  await page.locator('.place-header').getByRole('button').click()
  await page.getByRole('menuitem', { name }).click()
}

const aWebhook = ({ webhook }) => `?view=webhooks&webhook=${webhook}`
const webhookItem = (name) => async (page) => {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name }).click()
}

/** By a file that is ticked, with a key of the page. */
const byKey = (key) => async (page) => {
  await select(page, /Dialog 1\.txt/)
  await page.keyboard.press(key)
}

/** By all files at the place. */
async function trashAll(page) {
  await file(page, 0).getByRole('link').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('#')
}

/** The list says that it has more files than it shows. */
async function sayMany(page) {
  let sample
  await page.route(/\/api\/v1\/assets\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    // Pages after the first are empty.
    sample ??= body.data[0]
    const { searchParams } = new URL(route.request().url())
    const from = 100 * Number(searchParams.get('page') ?? 1)
    const data = Array.from({ length: 100 }, (_, index) => ({
      ...sample,
      id: `${sample.id.slice(0, -4)}${String(from + index).padStart(4, '0')}`,
    }))
    await route.fulfill({ response, json: { data, meta: { ...body.meta, total: 1500 } } })
  })
}

/** Somebody adds a file after all were chosen. */
async function trashOther(page, { store }) {
  await file(page, 0).getByRole('link').focus()
  await page.keyboard.press('Control+a')
  await store.upload(Buffer.from('later'), { name: `Dialog ${Date.now()}.txt` })
  await page.keyboard.press('#')
}

/**
 * How a person comes to each dialog of the page. `at`: where; `before`: what is arranged first; `phone`: it is one of
 * small screens. `cancel`: the words of a button that ends it as the cross does.
 */
export const WAYS = {
  'count-changed': { at: '?q=Dialog', open: trashOther, cancel: 'Cancel' },
  'delete-folder': {
    at: ({ folder }) => `?folder=${folder}`,
    open: menuItem(/Delete/),
    cancel: 'Cancel',
  },
  'delete-webhook': { at: aWebhook, open: webhookItem('Delete webhook'), cancel: 'Cancel' },
  'edit-webhook': { at: aWebhook, open: webhookItem('Edit webhook'), cancel: 'Cancel' },
  'empty-trash': {
    at: '?view=trash',
    open: (page) => button(page, 'Empty the trash').click(),
    cancel: 'Cancel',
  },
  expired: {
    at: '?q=Dialog',
    isHeld: true,
    open: async (page, { store, key }) => {
      await store.keys.revoke(key.id)
      // Without a pointer: the page may have asked by itself meanwhile, and shows the dialog already.
      await page.getByRole('link', { name: 'Favourites' }).dispatchEvent('click')
    },
  },
  'made-key': {
    at: '?view=keys',
    cancel: 'I have copied it',
    open: async (page) => {
      await button(page, 'New key').click()
      await page.getByRole('dialog').getByRole('textbox').fill('made')
      await button(page, 'Create key').click()
    },
  },
  move: { at: '?q=Dialog', open: byKey('m'), cancel: 'Cancel' },
  'new-folder': { at: '', open: (page) => button(page, 'New folder').click(), cancel: 'Cancel' },
  'new-key': {
    at: '?view=keys',
    open: (page) => button(page, 'New key').click(),
    cancel: 'Cancel',
  },
  'new-webhook': {
    at: '?view=webhooks',
    open: (page) => button(page, 'New webhook').click(),
    cancel: 'Cancel',
  },
  progress: {
    at: '?q=Dialog',
    cancel: 'Cancel',
    // The service is slow, so the page shows how far it is.
    before: (page) => page.route(/\/bulk-trash/, () => undefined),
    open: byKey('#'),
  },
  purge: {
    at: '?view=trash',
    cancel: 'Cancel',
    open: async (page) => {
      await file(page, 0).hover()
      await file(page, 0).getByRole('checkbox').click()
      await button(page, 'Delete for good').click()
    },
  },
  'rename-folder': {
    at: ({ folder }) => `?folder=${folder}`,
    open: menuItem('Rename'),
    cancel: 'Cancel',
  },
  'replay-webhook': {
    at: aWebhook,
    open: (page) => button(page, 'Send events again').click(),
    cancel: 'Cancel',
  },
  'revoke-key': {
    at: '?view=keys',
    open: (page) =>
      page
        .getByRole('button', { name: /^Revoke/ })
        .first()
        .click(),
    cancel: 'Cancel',
  },
  'rotate-webhook': { at: aWebhook, open: webhookItem('New secret'), cancel: 'Cancel' },
  shortcuts: { at: '', open: (page) => page.keyboard.press('?') },
  sidebar: { at: '', phone: true, open: (page) => button(page, 'Menu').click() },
  tags: { at: '?q=Dialog', open: byKey('t'), cancel: 'Cancel' },
  'trash-many': { at: '?q=Dialog', before: sayMany, open: trashAll, cancel: 'Cancel' },
  'webhook-secret': {
    at: aWebhook,
    cancel: 'I have copied it',
    open: async (page) => {
      await webhookItem('New secret')(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
    },
  },
  'upload-from': { at: '', phone: true, open: (page) => button(page, 'Upload').click() },
}

export const SCREENS = { phone: { size: PHONE, touch: true }, desktop: {} }

/** Waits until what a click or key has begun was sent: the page does so in turns of its own. */
export async function turns(page) {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
  })
}
