/** What is asked of a plan by whoever only wants to know how things are. */
export const NO_WISHES = { named: new Set<string>(), accepts: () => false, prune: false }
