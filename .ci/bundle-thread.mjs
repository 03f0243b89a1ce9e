// Bundles the worker thread alone, with the libraries that are built apart, into the folder that is named: the tests start it from there.
import { bundle, bundleApart } from './bundle.mjs'

const [folder] = process.argv.slice(2)
await bundle('thread', 'src/service/worker/thread.ts', folder)
await bundleApart(folder)
