import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [sveltekit()],
  // The worker of the analysis must stay a file of its package.
  ssr: { external: ['@stowage/core', '@stowage/fetch', '@stowage/analysis'] },
})
