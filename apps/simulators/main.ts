import { startSimulators } from './simulators';
import type { Simulators } from './simulators';

function portSetting(name: string, fallback: number): number {
  const text = process.env[name] ?? String(fallback);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`${name} is no port: ${text}`);
  return port;
}

function endWith(simulators: Simulators): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), 5_000).unref();
    simulators.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (process.env['LEASH'] !== 'stdin') return;
  process.stdin.on('end', end).on('close', end).on('error', end).resume();
}

function paymentSettings() {
  const { PAYMENT_WEBHOOK_SECRET: webhookSecret, PORT = '3000', PUBLIC_URL = `http://127.0.0.1:${PORT}` } = process.env;
  if (!webhookSecret) return {};
  return { payments: { webhookSecret, webhookUrl: `${PUBLIC_URL.replace(/\/+$/, '')}/v1/billing/provider-webhook` } };
}

async function main(): Promise<void> {
  const port = portSetting('SIMULATORS_PORT', 3900);
  const simulators = await startSimulators({
    port,
    smtpPort: portSetting('SMTP_PORT', port === 0 ? 0 : port + 1),
    dataDir: process.env['DATA_DIR'] ?? '.data',
    ...paymentSettings(),
  });
  endWith(simulators);
  console.log(`listening ${simulators.url}`);
}

main().catch((error: unknown) => {
  console.error(`simulators cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
