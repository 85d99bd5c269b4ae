#!/usr/bin/env bash
# Java's own WebSocket hands a message over in the pieces in which it came, Tomcat's ends at one past 8192 bytes, and OkHttp's hears of no end after a Close.
#
# Expected: a message of one frame is handed over whole, however TCP cuts it, and each client answers a server's Close by itself with the same code and is at its end then.
# (Known before: Java has an argument for pieces, and OkHttp leaves the answer to the program.)
# Seen: onText of Java 17 gets 96 and 204 bytes of a message of 300 that came in two packets, and pieces of 40,000 that came at once, with last = true for the last one.
# Tomcat 9.0.70 ends with 1009 at the 40,000. OkHttp 3.13.1 and Jetty 9.4.57 hand both over whole. A Close with 4008 is answered by the three others. OkHttp calls onClosing
# and waits for the program to close; until then it sends nothing, and when the server has ended the connection it calls neither onClosed nor onFailure. With close() in
# onClosing it comes to onClosed. An end without a Close is 1006, or onFailure in OkHttp.
# So a client in Java collects text until last is true, calls setDefaultMaxTextMessageBufferSize, or closes in onClosing; else it stands still after a restart of the server.
source "$(dirname "$0")/common.bash"
debian_packages 'openjdk-17-jre-headless=17.0.21*' 'libokhttp-java=3.13.1*' 'libokio-java=1.16.0*' 'libtomcat9-java=9.0.70*' 'libjetty9-java=9.4.57*' \
  'libjetty9-extra-java=9.4.57*' libservlet-api-java 2>"$folder/unsandboxed"
java=$folder/debian/usr/lib/jvm/java-17-openjdk-amd64
# The settings, which the package keeps in /etc.
while read -r link; do ln -sfn "$folder/debian$(readlink "$link")" "$link"; done < <(find "$java" -lname '/etc/*')
cat >"$folder/Clients.java" <<'J'
import java.net.URI;
import java.net.http.HttpClient;
import java.util.*;
import java.util.concurrent.*;
import org.eclipse.jetty.websocket.api.annotations.*;

public class Clients {
  static List<String> seen = Collections.synchronizedList(new ArrayList<>());
  static CountDownLatch end;
  static void message(CharSequence text) { seen.add(String.valueOf(text.length())); }
  static void ended(String how) { seen.add(how); end.countDown(); }

  static void java(String url) {
    HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(url), new java.net.http.WebSocket.Listener() {
      StringBuilder whole = new StringBuilder();
      int pieces;
      public CompletionStage<?> onText(java.net.http.WebSocket socket, CharSequence text, boolean last) {
        whole.append(text);
        // How many pieces there are of what came at once depends on the machine.
        if (whole.length() <= 300) message(text);
        pieces++;
        if (last) {
          if (whole.length() > 300) seen.add(whole.length() + (pieces > 1 ? " in pieces" : ""));
          whole.setLength(0);
          pieces = 0;
        }
        socket.request(1);
        return null;
      }
      public CompletionStage<?> onClose(java.net.http.WebSocket socket, int code, String reason) { ended("end " + code); return null; }
      public void onError(java.net.http.WebSocket socket, Throwable error) { ended("error"); }
    }).join();
  }

  static void okhttp(String url, boolean closes) {
    new okhttp3.OkHttpClient().newWebSocket(new okhttp3.Request.Builder().url(url).build(), new okhttp3.WebSocketListener() {
      public void onMessage(okhttp3.WebSocket socket, String text) { message(text); }
      public void onClosing(okhttp3.WebSocket socket, int code, String reason) {
        seen.add("closing " + code);
        if (closes) socket.close(code, null);
      }
      public void onClosed(okhttp3.WebSocket socket, int code, String reason) { ended("end " + code); }
      public void onFailure(okhttp3.WebSocket socket, Throwable error, okhttp3.Response response) { ended("failure"); }
    });
  }

  @javax.websocket.ClientEndpoint
  public static class OfTomcat {
    @javax.websocket.OnMessage public void take(String text) { message(text); }
    @javax.websocket.OnClose public void end(javax.websocket.CloseReason reason) { ended("end " + reason.getCloseCode().getCode()); }
  }

  @WebSocket
  public static class OfJetty {
    @OnWebSocketMessage public void take(String text) { message(text); }
    @OnWebSocketClose public void end(int code, String reason) { ended("end " + code); }
  }

  static void start(String client, String url) throws Exception {
    switch (client) {
      case "java": java(url); break;
      case "okhttp": okhttp(url, false); break;
      case "okhttp-closes": okhttp(url, true); break;
      case "tomcat": case "tomcat-larger":
        var tomcat = new org.apache.tomcat.websocket.WsWebSocketContainer();
        if (client.endsWith("larger")) tomcat.setDefaultMaxTextMessageBufferSize(1 << 20);
        tomcat.connectToServer(OfTomcat.class, URI.create(url));
        break;
      default:
        var jetty = new org.eclipse.jetty.websocket.client.WebSocketClient();
        jetty.start();
        jetty.connect(new OfJetty(), URI.create(url)).get();
    }
  }

  public static void main(String[] arguments) throws Exception {
    java.util.logging.LogManager.getLogManager().reset();
    for (String scenario : new String[] {"messages", "close"})
      for (String client : new String[] {"java", "okhttp", "okhttp-closes", "tomcat", "tomcat-larger", "jetty"}) {
        seen.clear();
        end = new CountDownLatch(1);
        start(client, arguments[0] + client + "/" + scenario);
        if (!end.await(4, TimeUnit.SECONDS)) seen.add("no end");
        // A Close that is sent behind the callback.
        Thread.sleep(500);
        System.out.println(scenario + ", " + client + ": " + String.join(", ", seen));
      }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }
}
J
cat >"$folder/clients.py" <<'P'
import subprocess
import sys
import time

from loopback import close_frame, read_frame, read_head, serve, take_websocket

answers = {}

def text(length):
    return b"\x81\x7e" + length.to_bytes(2, "big") + b"x" * length

def take(peer):
    head = read_head(peer)
    client, scenario = head.split()[1].decode().strip("/").split("/")
    take_websocket(peer, head)
    time.sleep(0.3)
    if scenario == "messages":
        message = text(300)
        peer.sendall(message[:100])
        time.sleep(0.4)
        peer.sendall(message[100:])
        time.sleep(0.4)
        peer.sendall(text(40000))
        time.sleep(0.7)
    if scenario == "close":
        peer.sendall(close_frame(4008))
        peer.settimeout(1.5)
        try:
            _, payload = read_frame(peer)
            answers[client] = str(int.from_bytes(payload[:2], "big"))
        except OSError:
            answers[client] = "nothing"
    peer.close()

java, classes, program = sys.argv[1:]
run = subprocess.run([java, "-XX:TieredStopAtLevel=1", "-Dorg.eclipse.jetty.util.log.class=org.eclipse.jetty.util.log.StdErrLog", "-cp", classes, program,
                      f"ws://127.0.0.1:{serve(take)}/"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=80)
print(run.stdout, end="")
print("4008 was answered by", ", ".join(f"{client}: {answer}" for client, answer in answers.items()))
P
jars=$(printf '%s:' "$folder"/debian/usr/share/java/{okhttp,okio,tomcat9-*,jetty9-*}.jar)
expect "messages, java: 96, 204, 40000 in pieces, end 1006
messages, okhttp: 300, 40000, failure
messages, okhttp-closes: 300, 40000, failure
messages, tomcat: 300, end 1009
messages, tomcat-larger: 300, 40000, end 1006
messages, jetty: 300, 40000, end 1006
close, java: end 4008
close, okhttp: closing 4008, no end
close, okhttp-closes: closing 4008, end 4008
close, tomcat: end 4008
close, tomcat-larger: end 4008
close, jetty: end 4008
4008 was answered by java: 4008, okhttp: nothing, okhttp-closes: 4008, tomcat: 4008, tomcat-larger: 4008, jetty: 4008" \
  "$(python3 "$folder/clients.py" "$java/bin/java" "$jars" "$folder/Clients.java")"
