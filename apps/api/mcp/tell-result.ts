import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from './tool';

/** A result as an assistant reads it: its structure, and the same as text for clients that show only that. */
export const tellResult = (result: ToolResult): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(result) }],
  structuredContent: { ...result },
});
