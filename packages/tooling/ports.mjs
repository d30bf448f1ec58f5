import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** This many ports of the loopback address that are free right now. All are held at once, so that they differ. */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** A port of the loopback address that is free right now. */
export async function freePort() {
  const [port] = await freePorts(1)
  return port
}

/** Whether something accepts connections at this port of the loopback address. */
export async function isListening(port) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
