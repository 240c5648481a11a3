import type { OpenAPIObject } from '@nestjs/swagger';
import { withCodeSamples } from '../samples/with-code-samples';
import { convertToOpenApi31, type OpenApi31Document } from './convert-to-openapi-31';
import { webhookOperations } from './webhook-operations';

/** The description in OpenAPI 3.1, with the webhooks, which only 3.1 has, and with code samples, for who reads it. */
export function describeIn31(described: OpenAPIObject): OpenApi31Document {
  const { components, ...document } = withCodeSamples(convertToOpenApi31(described));
  const { webhooks, schemas, parameters } = webhookOperations();
  return { ...document, webhooks, components: { ...components, parameters, schemas: { ...components.schemas, ...schemas } } };
}
