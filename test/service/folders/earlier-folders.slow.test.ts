import { proveFolders } from './each-folder.ts'
import { keptFolders, QUICKLY_PROVEN } from './folder.ts'

proveFolders(keptFolders().filter(name => !QUICKLY_PROVEN.includes(name)))
