const secret = 'a secret of the old app, for a check'

module.exports = {
  apiToken: { salt: secret },
  auth: { secret },
  secrets: { encryptionKey: secret.slice(0, 32) },
  serveAdminPanel: false,
  transfer: { token: { salt: secret } },
}
