export async function benchOpening(): Promise<void> {}
