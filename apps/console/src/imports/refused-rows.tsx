import type { ImportResult } from 'pin-publishing';
import { countText } from '../shown/count-text';
import { Text } from '../shown/text';
import { Wide } from '../shown/wide';

const most = 200;

/** Why rows were refused, by their place in the file; the download has all of them. */
export function RefusedRows({ refused }: { readonly refused: readonly ImportResult[] }) {
  return (
    <Wide label="Refused rows">
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Field</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, most).map(({ row_number: row, error_field: field, error_code: code, error_message: message }) => (
            <tr key={row}>
              <td className="count">{row}</td>
              <td>{field ?? '—'}</td>
              <td>
                <Text>{message ?? ''}</Text> <code>{code}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {refused.length > most && <p className="quiet">and {countText(refused.length - most)} more</p>}
    </Wide>
  );
}
