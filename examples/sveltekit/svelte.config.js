import adapter from '@sveltejs/adapter-node'

export default {
  kit: {
    adapter: adapter(),
    // Keys come in a header that no other page can make a browser send.
    csrf: { trustedOrigins: ['*'] },
  },
}
