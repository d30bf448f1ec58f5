module.exports = { app: { keys: ['old'] }, host: '127.0.0.1', port: Number(process.env.PORT) }
