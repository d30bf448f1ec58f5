/** The bundled source of a worker, made when the package is built: see `packages/tooling/worker-code.mjs`. */
declare module '*?worker' {
  const code: string
  export default code
}
