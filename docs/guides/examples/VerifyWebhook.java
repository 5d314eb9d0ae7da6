import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies a webhook signature with Java 17 alone.
 *
 * <p>As a program: WEBHOOK_SECRET=… java VerifyWebhook.java TIMESTAMP SIGNATURES [NOW] &lt; body
 */
public final class VerifyWebhook {
    private static final long FRESH_SECONDS = 300;

    private VerifyWebhook() {}

    /** Whether one of the signatures matches and the attempt is recent. Pass the body's bytes as they arrived. */
    public static boolean isGenuine(String secret, String timestamp, String signatures, byte[] body, long now)
            throws GeneralSecurityException {
        // The key is the 16 bytes of the UUID, not its text.
        byte[] key = HexFormat.of().parseHex(secret.replace("-", ""));
        if (key.length != 16) {
            throw new IllegalArgumentException("The secret is no UUID.");
        }
        if (!timestamp.matches("[0-9]{1,12}") || Math.abs(now - Long.parseLong(timestamp)) > FRESH_SECONDS) {
            return false;
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
        byte[] expected = HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.US_ASCII);
        for (String signature : signatures.split(",")) {
            if (MessageDigest.isEqual(expected, signature.trim().getBytes(StandardCharsets.US_ASCII))) {
                return true;
            }
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        long now = args.length > 2 ? Long.parseLong(args[2]) : Instant.now().getEpochSecond();
        byte[] body = System.in.readAllBytes();
        boolean genuine = isGenuine(System.getenv("WEBHOOK_SECRET"), args[0], args[1], body, now);
        System.exit(genuine ? 0 : 1);
    }
}
