// An Express app with a login of its own, which decides who may see and who may add media assets.
//
//   node server.js   serves; makes two accounts on the first start
//
// PORT (3000), HOST (127.0.0.1), STOWAGE_DIRECTORY (./media), STOWAGE_BASE_URL (default: taken from the request)
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { createExpressHandler, stopServer } from '@stowage/express'
import { sharpVariants } from '@stowage/sharp'
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import { openAccounts } from './accounts.js'
import { createSessions } from './sessions.js'

const {
  PORT = '3000',
  HOST = '127.0.0.1',
  STOWAGE_DIRECTORY = './media',
  STOWAGE_BASE_URL,
} = process.env

const store = await openAssetStore({ directory: STOWAGE_DIRECTORY, variants: sharpVariants() })
const accounts = await openAccounts(path.join(STOWAGE_DIRECTORY, 'accounts.json'))
const sessions = createSessions()

const media = createExpressHandler(store, {
  ...(STOWAGE_BASE_URL && { baseUrl: STOWAGE_BASE_URL }),
  authenticate(req) {
    const account = accounts.get(sessions.nameOf(req))
    if (account === undefined) return null
    const { name: id, permissions } = account
    // Ambient: the browser sends the cookie by itself, so pages of other sites may change nothing.
    return { kind: 'external', id, tenant: store.view.tenant, permissions, ambient: true }
  },
})

/** Counts the refused logins of each address. Behind a proxy it needs the app's `trust proxy`. */
const limitAttempts = rateLimit({
  windowMs: 60_000,
  limit: 100,
  requestWasSuccessful: (_req, res) => res.statusCode !== 401,
  skipSuccessfulRequests: true,
  standardHeaders: 'draft-8',
  legacyHeaders: false,
})

const app = express()
app.use('/media', limitAttempts, media)
app.use(express.static(path.join(import.meta.dirname, 'public')))

app.post('/login', limitAttempts, express.urlencoded({ extended: false }), async (req, res) => {
  const { name, password } = req.body ?? {}
  if (!(await accounts.isPassword(name, password))) return void res.sendStatus(401)
  sessions.begin(res, name)
  res.redirect(303, '/')
})

app.post('/logout', (_req, res) => {
  sessions.end(res)
  res.redirect(303, '/')
})

app.get('/me', (req, res) => {
  const account = accounts.get(sessions.nameOf(req))
  if (account === undefined) return void res.sendStatus(401)
  res.json({ name: account.name, mayUpload: account.permissions.includes('write') })
})

await serve()

async function serve() {
  // A large upload may take longer than Node's five minutes; the store's edge drops clients that stall.
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, app)
  media.attach(server, { path: '/media' })

  try {
    server.listen(Number(PORT), HOST)
    await once(server, 'listening')
  } catch (error) {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${PORT} is in use. Set PORT to another one.`
        : error.message,
    )
    await store.close()
    process.exitCode = 1
    return
  }

  // A second signal ends the process at once.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  const origin = `http://${HOST}:${server.address().port}`
  console.log(`Assets at ${origin}/media/api/v1/assets, files in ${STOWAGE_DIRECTORY}`)
  showAccounts(origin)

  async function stop() {
    console.log('Finishing what is under way')
    await stopServer(server)
    await store.close()
  }
}

function showAccounts(origin) {
  if (accounts.made.length === 0) {
    console.log('Accounts exist; their passwords were shown when they were made.')
  } else {
    for (const { name, password } of accounts.made) console.log(`login: ${name} ${password}`)
    console.log('The passwords are shown only now. The editor may upload, the viewer may look.')
  }
  console.log(`Open ${origin}/`)
}
