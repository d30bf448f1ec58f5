const ASSETS = 'media/api/v1/assets'

const [login, logout, upload, name, outcome, assets] = [
  'login',
  'logout',
  'upload',
  'name',
  'outcome',
  'assets',
].map((id) => document.getElementById(id))

const me = await fetch('me')
if (me.ok) {
  const account = await me.json()
  name.textContent = account.name
  logout.hidden = false
  upload.hidden = !account.mayUpload
  upload.addEventListener('submit', send)
  await list()
} else {
  login.hidden = false
}

async function send(event) {
  event.preventDefault()
  const response = await fetch(ASSETS, { method: 'POST', body: new FormData(upload) })
  const { data, errors } = await response.json()
  outcome.textContent = response.ok ? `Stored ${data.attributes.name}` : errors[0].detail
  await list()
}

async function list() {
  const { data } = await (await fetch(ASSETS)).json()
  assets.replaceChildren(...data.map(({ attributes }) => itemOf(attributes)))
}

function itemOf({ name, mime_type, url, thumbnail_url, download_url }) {
  const item = document.createElement('li')
  const link = Object.assign(document.createElement('a'), { href: download_url, textContent: name })
  item.append(link, ` ${mime_type} `)
  if (mime_type.startsWith('image/')) {
    item.append(
      Object.assign(document.createElement('img'), { src: thumbnail_url ?? url, alt: '' }),
    )
  }
  return item
}
