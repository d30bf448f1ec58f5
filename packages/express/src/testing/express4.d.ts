// Express 4, installed under another name. For an app the types of 5 are close enough.
declare module 'express4' {
  import express from 'express'
  export default express
}
