const kept: (() => unknown)[] = []

/** Has something done after the test file, whatever was asked for last first. */
export function afterFile(clean: () => unknown): void {
  kept.push(clean)
}

/** Does what was asked for. */
export async function cleanUp(): Promise<void> {
  for (const clean of kept.splice(0).reverse()) await clean()
}
