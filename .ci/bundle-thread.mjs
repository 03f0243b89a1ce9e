// Bundles the worker thread alone, into the folder that is named: the tests start it from there.
import { bundle } from './bundle.mjs'

const [folder] = process.argv.slice(2)
await bundle('thread', 'src/service/worker/thread.ts', folder)
